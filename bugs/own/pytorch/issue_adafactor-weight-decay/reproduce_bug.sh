conda create -y -n issue_adafactor-weight-decay python=3.11
conda activate issue_adafactor-weight-decay
pip install -r requirements.txt pytest
pytest -sx test_issue_adafactor-weight-decay.py
