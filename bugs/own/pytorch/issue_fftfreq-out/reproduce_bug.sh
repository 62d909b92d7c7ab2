conda create -y -n issue_fftfreq-out python=3.11
conda activate issue_fftfreq-out
pip install -r requirements.txt pytest
pytest -sx test_issue_fftfreq-out.py
