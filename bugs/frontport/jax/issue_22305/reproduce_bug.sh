conda create -y -n issue_22305 python=3.11
conda activate issue_22305
pip install -r requirements.txt pytest
pytest -sx test_issue_22305.py
