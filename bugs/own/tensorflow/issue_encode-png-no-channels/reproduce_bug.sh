conda create -y -n issue_encode-png-no-channels python=3.11
conda activate issue_encode-png-no-channels
pip install -r requirements.txt
pytest -sx test_issue_encode-png-no-channels.py
