conda create -y -n issue_arange-step python=3.11
conda activate issue_arange-step
pip install -r requirements.txt pytest
pytest -sx test_issue_arange-step.py
