conda create -y -n issue_20430 python=3.11
conda activate issue_20430
pip install -r requirements.txt pytest
pytest -sx test_issue_20430.py
